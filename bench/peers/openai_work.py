"""openai_work.py ADDRESS WORK REQUESTS CONCURRENCY BACKEND: sends requests with AsyncOpenAI and says what it took, warm."""

import asyncio
import json
import resource
import sys
import time

from openai import AsyncOpenAI, DefaultAioHttpClient

address, work, requests, concurrency, backend = sys.argv[1:]
requests, concurrency = int(requests), int(concurrency)


async def embeddings(client, i):
    answer = await client.embeddings.create(model="tiny", input=[f"gout and uric acid, text {i}"])
    return len(answer.data[0].embedding)


def call(i):
    messages = [{"role": "user", "content": f"What is gout? Question {i}"}]
    return {"model": "tiny", "messages": messages, "max_tokens": 64, "temperature": 0}


async def chat(client, i):
    answer = await client.chat.completions.create(**call(i))
    return len(answer.choices[0].message.content)


async def stream(client, i):
    pieces = []
    answer = await client.chat.completions.create(**call(i), stream=True, stream_options={"include_usage": True})
    async for chunk in answer:
        if chunk.choices and chunk.choices[0].delta.content:
            pieces.append(chunk.choices[0].delta.content)
    return len("".join(pieces))


async def send(client, one, count):
    numbers = iter(range(count))

    async def worker():
        return sum([await one(client, i) for i in numbers])

    return sum(await asyncio.gather(*(worker() for _ in range(concurrency))))


async def main():
    one = {"embeddings": embeddings, "chat": chat, "stream": stream}[work]
    http = {"http_client": DefaultAioHttpClient()} if backend == "aiohttp" else {}
    async with AsyncOpenAI(base_url=address, api_key="sk-bench-0123456789abcdef", **http) as client:
        await send(client, one, requests // 5)
        began, spent = time.perf_counter(), time.process_time()
        received = await send(client, one, requests)
        took, cpu = time.perf_counter() - began, time.process_time() - spent
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"work": took, "cpu": cpu, "received": received, "megabytes": peak}), file=sys.stderr)


asyncio.run(main())
