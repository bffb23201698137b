// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/data/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>
#include <string_view>
#include <utility>

namespace {

void require(bool done, const char* what)
{
    if (!done) {
        throw std::runtime_error(std::string("test server: cannot ") + what);
    }
}

/// Sends all of it unless the client goes first.
void send(int connection, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count <= 0) {
            return;
        }
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

HttpRequest parse(const std::string& head)
{
    const std::size_t path = head.find(' ') + 1;
    HttpRequest request{.path = head.substr(path, head.find(' ', path) - path), .from = {}};
    const std::string range = "\r\nRange: bytes=";
    if (const std::size_t place = head.find(range); place != std::string::npos) {
        request.from = std::stoll(head.substr(place + range.size()));
    }
    return request;
}

} // namespace

HttpServer::HttpServer(Answer answer)
    : m_answer(std::move(answer)),
      m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)),
      m_stop(::eventfd(0, EFD_CLOEXEC))
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* general = reinterpret_cast<sockaddr*>(&address);
    require(m_listener.open() && m_stop.open(), "open a socket");
    require(::bind(m_listener.number(), general, length) == 0, "bind");
    require(::listen(m_listener.number(), 8) == 0, "listen");
    require(::getsockname(m_listener.number(), general, &length) == 0, "find its port");
    m_port = ntohs(address.sin_port);
    m_thread = std::jthread([this] { serve(); });
}

HttpServer::~HttpServer()
{
    ::eventfd_write(m_stop.number(), 1);
}

std::string HttpServer::url(const std::string& path) const
{
    return "http://127.0.0.1:" + std::to_string(m_port) + path;
}

std::vector<HttpRequest> HttpServer::requests() const
{
    const std::scoped_lock lock(m_mutex);
    return m_requests;
}

void HttpServer::serve()
{
    while (readable(m_listener.number())) {
        const engine::FileDescriptor connection(::accept4(m_listener.number(), nullptr, nullptr, SOCK_CLOEXEC));
        if (connection.open()) {
            answerOn(connection.number());
        }
    }
}

void HttpServer::answerOn(int connection)
{
    std::string head;
    char byte = 0;
    while (!head.ends_with("\r\n\r\n")) {
        if (!readable(connection) || ::recv(connection, &byte, 1, 0) != 1) {
            return;
        }
        head += byte;
    }
    const HttpRequest request = parse(head);
    {
        const std::scoped_lock lock(m_mutex);
        m_requests.push_back(request);
    }
    const HttpReply reply = m_answer(request);
    std::string answer = "HTTP/1.1 " + std::to_string(reply.status) +
                         " So\r\nConnection: close\r\nContent-Length: " + std::to_string(reply.body.size()) + "\r\n";
    for (const std::string& header : reply.headers) {
        answer += header + "\r\n";
    }
    send(connection, answer + "\r\n" + reply.body.substr(0, reply.sent));
    if (reply.after == AfterReply::Stall) {
        readable(connection); // which it becomes when the client closes it
    }
}

/// Waits for bytes, a client or the end of the connection; false where the server shall end.
bool HttpServer::readable(int connection) const
{
    pollfd waiting[] = {{m_stop.number(), POLLIN, 0}, {connection, POLLIN, 0}};
    return ::poll(waiting, 2, -1) > 0 && waiting[0].revents == 0;
}

HttpReply rangeReply(const std::string& body, const HttpRequest& request)
{
    if (!request.from) {
        return {.body = body};
    }
    const auto from = static_cast<std::size_t>(*request.from);
    if (from >= body.size()) {
        return {.status = 416, .headers = {"Content-Range: bytes */" + std::to_string(body.size())}};
    }
    return {.status = 206,
            .headers = {"Content-Range: bytes " + std::to_string(from) + "-" + std::to_string(body.size() - 1) + "/" +
                        std::to_string(body.size())},
            .body = body.substr(from)};
}
