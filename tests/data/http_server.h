// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/file_descriptor.h"

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

struct HttpRequest {
    std::string path;
    std::optional<std::int64_t> from; ///< of "Range: bytes=from-"
};

enum class AfterReply { Close, Stall };

struct HttpReply {
    int status = 200;
    std::vector<std::string> headers = {}; ///< besides the body's length
    std::string body = {};
    std::size_t sent = std::string::npos; ///< bytes of the body that are sent before what comes after
    AfterReply after = AfterReply::Close; ///< Stall: says nothing more until the client has gone
};

/// A web server on this machine that answers as a test likes, one request at a time.
class HttpServer {
public:
    using Answer = std::function<HttpReply(const HttpRequest&)>;
    explicit HttpServer(Answer answer);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    std::string url(const std::string& path) const;
    std::vector<HttpRequest> requests() const; ///< so far

private:
    void serve();
    void answerOn(int connection);
    bool readable(int connection) const;

    Answer m_answer;
    engine::FileDescriptor m_listener;
    engine::FileDescriptor m_stop; ///< becomes readable when the server shall end
    int m_port = 0;
    mutable std::mutex m_mutex;
    std::vector<HttpRequest> m_requests; // guarded by m_mutex
    std::jthread m_thread;               // last, so that it ends before what it uses goes
};

/// The body, or the rest of it where the request asks for that.
HttpReply rangeReply(const std::string& body, const HttpRequest& request);
