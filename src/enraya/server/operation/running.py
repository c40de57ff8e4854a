"""Starts the server: on a socket of its own, with or without a browser, until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import socket
import threading
import time
import webbrowser
from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, cast
from urllib.error import URLError
from urllib.request import urlopen

import uvicorn
from fastapi import FastAPI

from enraya.errors import EnrayaError, system_reason
from enraya.jail import keep_private
from enraya.server.app import make_app
from enraya.server.limits import Limits
from enraya.server.operation.memory import limit_heaps
from enraya.server.operation.shutdown import ShutdownSignal
from enraya.server.teacher_key import TeacherKey, teacher_key_for
from enraya.server.transport.connections import HttpProtocol, OpenConnections
from enraya.server.transport.guard import LOOPBACK
from enraya.server.transport.socket_protocol import SocketProtocol
from enraya.store import Store
from enraya.store.location import usual_database

BACKLOG = 2048
HOST_NAME = re.compile(r"[\w.:%\[\]-]+")
PATIENCE = 20.0
SPARE_FILES = 100
"""Files that are left for the database and the workers when as many connections as may be are open."""

HANG_UP = 1.5
"""Seconds that a connection has, once the server is ending, to take the rest of its answer."""

COLLECT_AFTER = (20_000, 50, 1000)


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    database: str | Path | None = None,
    games_files: Iterable[str] = (),
    engines: Iterable[str] = (),
    names: Iterable[str] = (),
    proxies: Iterable[str] = (),
    rate: float | None = None,
    teacher_key: str | None = None,
    lessons: str | None = None,
    has_metrics: bool = False,
    is_shared: bool = False,
    opens: bool = False,
    on_address: Callable[[str], None] = print,
    on_teacher_key: Callable[[str], None] | None = None,
    shutdown: ShutdownSignal | None = None,
) -> None:
    """Serve until *shutdown* is asked for; port 0 is any that is free. *on_address* is called with the address, which
    a browser opens with *opens*, and *on_teacher_key* with the teacher key. Forwarding
    headers are trusted from *proxies* alone. With *is_shared* other servers may use the same PostgreSQL.

    However it ends, what was acknowledged is then in the database file itself and no process is left.
    """
    limit_heaps()
    path = usual_database() if database is None else database
    store = Store(path, is_shared=is_shared)
    # A file that is offered may lie in the same folder.
    keep_private(*(f"{path}{part}" for part in ("", "-wal", "-shm", "-teacher-key")))
    try:
        key = teacher_key_for(path, teacher_key)

        def tell(address: str) -> None:
            on_address(address)
            if on_teacher_key is not None:
                on_teacher_key(key.text)

        ends = shutdown or ShutdownSignal()
        offer = (games_files, engines, names, proxies, rate, lessons, has_metrics)
        _serve(store, key, host, port, *offer, opens, tell, ends)
    finally:
        store.close()


def _serve(
    store: Store,
    teacher_key: TeacherKey,
    host: str,
    port: int,
    games_files: Iterable[str],
    engines: Iterable[str],
    names: Iterable[str],
    proxies: Iterable[str],
    rate: float | None,
    lessons: str | None,
    has_metrics: bool,
    opens: bool,
    on_address: Callable[[str], None],
    shutdown: ShutdownSignal,
) -> None:
    is_local = host in LOOPBACK
    networks = [_network(proxy) for proxy in proxies]
    for name in (host, *names):
        # Without a name, the system would listen on every address of the machine.
        if not HOST_NAME.fullmatch(name):
            raise EnrayaError("server.host_name", text=name)
    limits = Limits() if rate is None else Limits.for_rate(rate)
    limits = replace(limits, open=min(limits.open, max(SPARE_FILES, _files_allowed(limits.open) - SPARE_FILES)))
    app = make_app(
        store,
        games_files=games_files,
        engines=engines,
        limits=limits,
        hosts=[host, *names, *([] if is_local else [socket.gethostname(), socket.getfqdn()])],
        any_address=not is_local,
        teacher_key=teacher_key,
        lessons_folder=lessons,
        has_metrics=has_metrics,
    )
    listening = _listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    # Who reads the address may start a second server at once, which is to find it in the database.
    store.announce(address).result()
    on_address(address)
    if opens:
        threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
    # Matches are trees of small objects without cycles: going through thousands of them again and again would hold
    # everybody up for a third of a second at a time.
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    server = _Server(configure(app, limits, networks), app)
    shutdown.on_signal(server.end)
    server.run([listening])


def configure(app: FastAPI, limits: Limits, proxies: Collection[IPv4Network | IPv6Network] = ()) -> uvicorn.Config:
    """The uvicorn configuration that serves *app* within *limits*, which callers cannot get round."""

    def note_refusal(code: str) -> None:
        # There is a context once the app has started, and nothing is read before.
        app.state.context.metrics.note_refusal(code)

    open_connections = OpenConnections(limits, proxies, note_refusal)
    # A message longer than the limit ends its connection before it is read.
    return uvicorn.Config(
        app,
        # What is logged goes where `log` says, and otherwise where Python's logging sends warnings: to standard error.
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=cast(Any, partial(HttpProtocol, open_connections=open_connections)),
        ws=cast(Any, partial(SocketProtocol, open_connections=open_connections)),
        ws_max_size=Limits.frame * 4,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_keep_alive=round(limits.idle_seconds),
        timeout_graceful_shutdown=2,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[str(network) for network in proxies],
        backlog=BACKLOG,
    )


class _Server(uvicorn.Server):
    """A server that leaves signals to `ShutdownSignal`, and lets nobody who does not hang up keep it."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        return nullcontext()

    def end(self) -> None:
        """Begin to end."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # What is cut off now is no error.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        self._app.state.context.registry.suspend()
        hanging_up = asyncio.get_running_loop().call_later(HANG_UP, self._hang_up)
        await super().shutdown(sockets)
        hanging_up.cancel()

    def _hang_up(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text.strip())
    except ValueError:
        raise EnrayaError("server.proxy", text=text) from None


def _files_allowed(wanted: int) -> int:
    """The number of files and connections that may be open: *wanted*, if the system's limit can be raised to that."""
    try:
        import resource
    except ImportError:
        return wanted
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if allowed == unlimited or allowed >= wanted:
        return wanted
    raised = wanted if most == unlimited else min(wanted, most)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, most))
    except (OSError, ValueError):
        return allowed
    return raised


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        reason = system_reason(error)
        raise EnrayaError("server.port_taken", host=host, port=port, reason=reason) from None
    return listening


def _open_when_ready(address: str) -> None:
    """Show the page once the server answers; where there is no browser, the address has been told."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            with urlopen(f"{address}healthz", timeout=1):
                break
        except (URLError, OSError):
            time.sleep(0.05)
    show(address)


def show(address: str) -> None:
    """Open a browser there, if there is one."""
    try:
        webbrowser.open(address)
    except webbrowser.Error:
        return
