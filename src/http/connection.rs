//! The accept loop and the connection threads.
//!
//! Input: a listener. Output: responses, until the server stops. Each connection has its own
//! thread, and their number is bounded. A request whose handler panics gets an error response and
//! does not affect other requests. Does not know what is requested.

use std::cell::Cell;
use std::net::{TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::access::Ends;
use super::answer::{HttpError, HttpResponse, stream_head};
use super::message::{Connection, ConnectionEnd, Method, Request};
use super::work::internal_error;
use super::{Application, Reply, access};
use crate::threads::spawn_named;

/// Size of the stack of a connection, in bytes.
const STACK: usize = 2 << 20;

/// Accepts connections until the server stops.
pub fn accept(listener: &TcpListener, app: &Arc<impl Application>, is_over: &Arc<AtomicBool>) {
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        if is_over.load(Ordering::SeqCst) {
            return;
        }
        // The process may have no free file descriptors. Some connections will close soon.
        let Ok(stream) = stream else {
            std::thread::sleep(Duration::from_millis(20));
            continue;
        };
        let place = ConnectionSlot::new(&open);
        if place.is_beyond(app.service().limits.connections) {
            full(stream);
            continue;
        }
        let (app, is_over) = (Arc::clone(app), Arc::clone(is_over));
        let serve = move || {
            let _place = place;
            serve(stream, &*app, &is_over);
        };
        // Without a thread, the place and the connection are released.
        drop(spawn_named("connection", STACK, Box::new(serve)));
    }
}

/// A place among the open connections, released on drop.
struct ConnectionSlot(Arc<AtomicUsize>);

impl ConnectionSlot {
    fn new(open: &Arc<AtomicUsize>) -> Self {
        open.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(open))
    }

    fn is_beyond(&self, most: usize) -> bool {
        self.0.load(Ordering::SeqCst) > most
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Answers that the server is full, without waiting for the client.
fn full(mut stream: TcpStream) {
    use std::io::Write;
    let answer = HttpError::new(503, "busy", "too many connections are open").help("try again in a moment").answer();
    let mut bytes = answer.head(false).into_bytes();
    bytes.extend_from_slice(&answer.body);
    if stream.set_nonblocking(true).is_ok() {
        let _ = stream.write(&bytes);
    }
}

/// Answers the requests of one connection.
fn serve(stream: TcpStream, app: &impl Application, is_over: &AtomicBool) {
    let Some(ends) = Ends::of(&stream) else { return };
    let mut wire = Connection::new(stream, app.service().limits);
    loop {
        let share = Cell::new(None);
        let request = wire.request(&|length| {
            let room = app.service().share(length);
            let is_there = room.is_some();
            share.set(room);
            is_there
        });
        let request = match request {
            Ok(request) => request,
            Err(ConnectionEnd::Gone) => return,
            Err(ConnectionEnd::Refused(error)) => {
                wire.answer(&error.answer(), Method::Get, false);
                return wire.close();
            }
        };
        let reply = catch_unwind(AssertUnwindSafe(|| handle(app, &request, &ends)));
        let reply = reply.unwrap_or_else(|_| {
            app.service().broken.fetch_add(1, Ordering::SeqCst);
            Err(internal_error())
        });
        let keeps_alive = request.keeps_alive && !is_over.load(Ordering::SeqCst);
        let answer = match reply {
            Ok(Reply::Answer(answer)) => answer,
            Ok(Reply::Stream { .. }) if request.method == Method::Head => HttpResponse::of("text/event-stream", ""),
            Ok(Reply::Stream { topic, version }) => return follow(wire, app, &topic, version),
            Err(error) => error.answer(),
        };
        let answer = answer.deflated(request.header("accept-encoding").unwrap_or_default());
        if !wire.answer(&answer, request.method, keeps_alive) {
            return;
        }
        if !keeps_alive {
            return wire.close();
        }
    }
}

fn handle(app: &impl Application, request: &Request, ends: &Ends) -> Result<Reply, HttpError> {
    let caller = access::authorize(request, ends, &app.service().allowed)?;
    app.answer(request, caller)
}

/// Hands a connection over to the event thread.
fn follow(mut wire: Connection, app: &impl Application, topic: &str, version: u64) {
    if app.service().events.is_full() {
        let error = HttpError::new(503, "too-many-streams", "too many pages are open").help("close some of them");
        wire.answer(&error.answer(), Method::Get, false);
        return wire.close();
    }
    if wire.write(stream_head().as_bytes()).is_err() {
        return;
    }
    app.service().events.join(topic.to_owned(), version, wire.into_stream());
    // A change between the response and joining the stream would be missed otherwise.
    if let Some(now) = app.version(topic) {
        app.service().events.publish(topic.to_owned(), now);
    }
}
