"""Serves a model of this process to r2med: JSON lines over the loopback interface, through relay.py, which r2med starts as a command."""

import array
import base64
import hashlib
import hmac
import json
import os
import secrets
import shlex
import socket
import sys
import threading

from .program import R2medError

PROBES = ["fever", "A swollen, painful joint of the big toe.", "Iron deficiency lowers haemoglobin."]


class Served:
    """A model that r2med can call as long as the block lasts."""

    def __init__(self, model, name=None, version=None, similarity="cosine"):
        if not callable(getattr(model, "encode", None)):
            raise R2medError(
                f"a {type(model).__name__} without encode", "give a model of sentence-transformers, or add encode(texts)"
            )
        self.model = model
        self.name = str(name or type(model).__name__)
        self.hello = {"r2med": 1, "name": self.name, "version": str(version or self._version()), "similarity": similarity}
        self.token = secrets.token_hex(16)
        self.server = None

    @property
    def command(self):
        relay = os.path.join(os.path.dirname(os.path.abspath(__file__)), "relay.py")
        return "command:" + shlex.join([sys.executable, relay])

    @property
    def environment(self):
        return {"R2MED_NOTEBOOK_PORT": str(self.server.getsockname()[1]), "R2MED_NOTEBOOK_TOKEN": self.token}

    def __enter__(self):
        self.server = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        try:
            self.server.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for a connection
        except OSError:  # not every system shuts down what only listens
            pass
        self.server.close()

    def _accept(self):
        while True:
            try:
                line, _ = self.server.accept()
            except OSError:  # closed: the work is done
                return
            threading.Thread(target=self._answer, args=(line,), daemon=True).start()

    def _answer(self, line):
        with line, line.makefile("rb") as requests:
            if not hmac.compare_digest(requests.readline(256).strip(), self.token.encode()):
                return

            def say(message):
                line.sendall(json.dumps(message).encode("ascii") + b"\n")

            try:
                say(self.hello)
                for text in requests:
                    request = json.loads(text)
                    try:
                        vectors = self.embed(request["texts"], request["role"])
                        say({"id": request["id"], "vectors": [packed(vector) for vector in vectors]})
                    except Exception as error:  # of the model: r2med isolates the text, and names the reason
                        say({"id": request["id"], "error": f"{type(error).__name__}: {error}"})
            except OSError:  # r2med has ended
                return

    def embed(self, texts, role):
        special = getattr(self.model, "encode_document" if role == "document" else "encode_query", None)
        vectors = (special if callable(special) else self.model.encode)(texts)
        return [listed(vector) for vector in listed(vectors)]

    def _version(self):
        """A hash of what the model makes of a few texts: a model that was trained further is another one."""
        vectors = [self.embed(PROBES, role) for role in ("query", "document")]
        rounded = [[[round(value, 3) for value in vector] for vector in side] for side in vectors]
        return hashlib.sha256(json.dumps(rounded).encode()).hexdigest()[:16]


def listed(values):
    """A list, of whatever array or tensor."""
    return values.tolist() if hasattr(values, "tolist") else list(values)


def packed(vector):
    numbers = array.array("f", vector)
    if sys.byteorder == "big":
        numbers.byteswap()
    return base64.b64encode(numbers.tobytes()).decode("ascii")
