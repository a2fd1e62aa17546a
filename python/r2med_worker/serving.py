"""Requests on stdin, answers on stdout, and between them steps that do not wait for each other: one thread reads requests, one
turns texts into tokens, one starts batches on the device, one takes their results back, one writes answers."""

import collections
import json
import queue
import sys
import threading

ROLES = ("query", "rewrite", "document")
# Batches on the device at once: one that runs, one that follows without a pause.
BATCHES_AHEAD = 2
# What r2med sends ahead of the answers, so that there is always a whole batch to make: requests, and texts in one of them.
REQUESTS_AHEAD = 16
TEXTS = 1024


class Request:
    """Texts that came together and are answered together."""

    def __init__(self, number, size):
        self.number = number
        self.left = self.size = size
        self.rows = None
        self.errors = None
        self.usage = {"tokens": 0, "cut": 0}

    def settle(self, place, row=None, error=None):
        """A text's row or the reason that it has none; true when it was the last one."""
        if error is not None:
            self.errors = self.errors or [None] * self.size
            self.errors[place] = error
        else:
            self.rows = self.rows or bytearray(self.size * len(row))
            self.rows[place * len(row) : (place + 1) * len(row)] = row
        self.left -= 1
        return self.left == 0


class Item:
    """One text as the model reads it. Items of one `side` may share a batch; `size` is what it takes of a batch's budget."""

    __slots__ = ("request", "place", "side", "size", "read")

    def __init__(self, side, size, read):
        self.side, self.size, self.read = side, size, read


class Ready:
    """Items that wait for the device, oldest first."""

    def __init__(self):
        self.items = collections.deque()
        self.changed = threading.Condition()
        self.over = False

    def put(self, items, first=False):
        with self.changed:
            if first:
                self.items.extendleft(reversed(items))
            else:
                self.items.extend(items)
            self.changed.notify()

    def end(self):
        with self.changed:
            self.over = True
            self.changed.notify()

    def take(self, budget):
        """Items of one side within the budget, one at least; none when no more come."""
        with self.changed:
            while not self.items and not self.over:
                self.changed.wait()
            taken, size = [], 0
            while self.items and (
                not taken or (self.items[0].side == taken[0].side and size + self.items[0].size <= budget)
            ):
                item = self.items.popleft()
                taken.append(item)
                size += item.size
            return taken


class Answers:
    """Writes answers, each whole, from any thread, which need not wait until r2med reads them."""

    def __init__(self, stream):
        self.stream = stream
        self.waiting = queue.Queue()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while (answer := self.waiting.get()) is not None:
            for part in answer:
                self.stream.write(part)
            self.stream.flush()

    def write(self, message, payload=b""):
        self.waiting.put((json.dumps(message).encode("ascii") + b"\n", payload))

    def end(self):
        self.waiting.put(None)
        self.thread.join()

    def refuse(self, number, error):
        self.write({"id": number, "error": f"{type(error).__name__}: {error}"})

    def answer(self, request):
        rows = request.rows or b""
        errors = {"errors": request.errors} if request.errors else {}
        self.write({"id": request.number, "rows": request.size, "bytes": len(rows), **errors, **request.usage}, rows)


def tell(line):
    print(line, file=sys.stderr, flush=True)


def read_requests(model, requests, ready, answers):
    """Turns the texts of each request into items. It works on the next request while the device works on earlier ones."""
    while True:
        asked = requests.get()
        if asked is None:
            return ready.end()
        try:
            items, usage = model.read(asked)
        except Exception as error:  # requested again in halves, so that one bad text costs no other
            answers.refuse(asked["id"], error)
            continue
        request = Request(asked["id"], len(items))
        request.usage.update(usage)
        for place, item in enumerate(items):
            item.request, item.place = request, place
        if items:
            ready.put(items)
        else:
            answers.answer(request)


def finish(started, free, answers):
    """Waits for each batch in turn and hands its rows to the requests."""
    while True:
        batch = started.get()
        if batch is None:
            return
        items, work = batch
        rows, usage, error = b"", {}, None
        try:
            rows, usage = work()
        except Exception as failed:
            error = f"{type(failed).__name__}: {failed}"
        free.release()
        width = len(rows) // len(items)
        for name, count in usage.items():
            items[0].request.usage[name] += count
        for i, item in enumerate(items):
            row = None if error else rows[i * width : (i + 1) * width]
            if item.request.settle(item.place, row, error):
                answers.answer(item.request)


def run_batches(model, ready, started, free, answers):
    """Starts batches while there are items. A batch that fails is halved until the text that fails is alone; out of memory makes all
    later batches smaller too."""
    budget, failed = model.budget, []
    while True:
        free.acquire()
        items = failed.pop() if failed else ready.take(budget)
        if not items:
            return
        try:
            started.put((items, model.start(items)))
            continue
        except Exception as caught:
            error = f"{type(caught).__name__}: {caught}"
            size = sum(item.size for item in items)
            if model.out_of_memory(caught) and len(items) > 1 and size // 2 < budget:
                budget = size // 2
                tell(f"out of memory with a batch of {size}; going on with {budget}")
        free.release()
        for _ in range(BATCHES_AHEAD):  # until those that run have given their memory back
            free.acquire()
        free.release(BATCHES_AHEAD)
        if len(items) > 1:
            half = (len(items) + 1) // 2
            failed += [items[half:], items[:half]]
        elif items[0].request.settle(items[0].place, error=error):
            answers.answer(items[0].request)


def serve(model, name, lines, stream):
    answers = Answers(stream)
    hello = {"r2med": 1, "name": name, "version": "2", "pairwise": True, "inFlight": REQUESTS_AHEAD}
    answers.write({**hello, "batchSize": TEXTS, **model.about})
    # Threads that only wait for others must not hold up the one that feeds the device.
    sys.setswitchinterval(0.0005)
    requests, started, ready, free = queue.Queue(), queue.Queue(), Ready(), threading.Semaphore(BATCHES_AHEAD)
    threads = [
        threading.Thread(target=read_requests, args=(model, requests, ready, answers), daemon=True),
        threading.Thread(target=finish, args=(started, free, answers), daemon=True),
    ]

    def hear():
        for line in lines:
            requests.put(json.loads(line))
        requests.put(None)

    threads.append(threading.Thread(target=hear, daemon=True))
    for thread in threads:
        thread.start()
    run_batches(model, ready, started, free, answers)
    started.put(None)
    threads[1].join()
    answers.end()
