import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as wholeText } from 'node:stream/consumers';

/** What a request gets instead of a proper answer, whatever kind of server it is. */
export interface PlainBehaviour {
  /** Only this status, with this body. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** No answer at all; whoever waits for `onHang` is told. */
  readonly hang?: true;
  /** The connection breaks before the answer. */
  readonly drop?: true;
  /** The answer waits for `letGo`. */
  readonly late?: true;
}

/** How a proper answer is spoilt on its way. */
export interface CutBehaviour {
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection breaks after so many bytes of the answer. */
  readonly dropAfter?: number;
  /** The answer ends after so many bytes as if it were whole. */
  readonly truncateAt?: number;
}

/** Sends an answer, or as much of it as the behaviour lets through. */
export const sendJson = (response: ServerResponse, body: string, behaviour: CutBehaviour): unknown => {
  if (behaviour.dropAfter !== undefined) {
    response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
    return response.write(body.slice(0, behaviour.dropAfter), () => response.destroy());
  }
  return response
    .writeHead(200, { 'content-type': 'application/json', ...behaviour.headers })
    .end(body.slice(0, behaviour.truncateAt ?? body.length));
};

/** One token a word. */
export const tokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.split(/\s+/).filter(Boolean).length, 0);

export interface PlainRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Record<string, unknown>;
}

export interface ScriptedServer<Request, Asked, Behaviour> {
  readonly origin: string;
  readonly requests: readonly Request[];
  /** The most requests that were under way at once. */
  readonly busiest: number;
  /** The next requests get these answers, in order. */
  misbehave(...behaviours: Behaviour[]): void;
  /** Every request of which this says something gets that; it comes before `misbehave`. Requests count from 1. */
  always(of: (asked: Asked, sampleIndex: number) => Behaviour | undefined): void;
  /** Called whenever a request is left without an answer. */
  onHang(told: () => void): void;
  /** Called when a late request has come in; `letGo` answers all that came so far, or those that are meant. */
  onLate(told: (waiting: number) => void): void;
  letGo(meant?: (asked: Asked) => boolean): void;
  /** When no request is under way any more. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface Serving<Request extends PlainRequest, Asked, Behaviour extends PlainBehaviour> {
  /** What is recorded of a request. */
  record(plain: PlainRequest): Request;
  /** What of it decides the answer. */
  asked(request: Request): Asked;
  /** Whether it asks for nothing: a check that the server is there. It is not recorded, and refused. */
  isEmpty?(request: Request): boolean;
  /** Whether it asks for an order that is known. It is not recorded, and answered properly. */
  isKnown?(request: Request): boolean;
  /** Answers properly, or as the behaviour says in ways that only this kind of server knows. */
  answer(request: Request, response: ServerResponse, behaviour: Behaviour | undefined): unknown;
}

/** A server on this computer that records what it is asked and misbehaves as it is told. */
export const startScriptedServer = async <
  Request extends PlainRequest,
  Asked,
  Behaviour extends PlainBehaviour,
>(
  serving: (server: { hung(): void }) => Serving<Request, Asked, Behaviour>,
): Promise<ScriptedServer<Request, Asked, Behaviour>> => {
  const requests: Request[] = [];
  const script: Behaviour[] = [];
  const late = new Set<{ readonly asked: Asked; go(): void }>();
  let rule: (asked: Asked, sampleIndex: number) => Behaviour | undefined = () => undefined;
  let toldOfHang = (): void => {};
  let toldOfLate: (waiting: number) => void = () => {};
  const toldOfIdle: (() => void)[] = [];
  let inFlight = 0;
  let busiest = 0;
  const {
    record,
    asked: askedOf,
    isEmpty,
    isKnown,
    answer: answerTo,
  } = serving({ hung: () => toldOfHang() });

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const body = JSON.parse(await wholeText(incoming)) as Record<string, unknown>;
    const request = record({ path: incoming.url ?? '/', headers: incoming.headers, body });
    const asked = askedOf(request);
    if (isEmpty?.(request)) {
      const { status = 422, body: said = '{"detail":"nothing to do"}' } = rule(asked, 0) ?? {};
      return response.writeHead(status).end(said);
    }
    if (isKnown?.(request)) {
      const size = rule(asked, 0);
      return answerTo(request, response, size && 'dimensions' in size ? size : undefined);
    }
    requests.push(request);
    const behaviour = rule(asked, requests.length) ?? script.shift();
    if (behaviour?.late)
      await new Promise<void>((go) => {
        late.add({ asked, go });
        toldOfLate(late.size);
      });
    if (behaviour?.hang) return toldOfHang();
    if (behaviour?.drop) return incoming.socket.destroy();
    if (behaviour?.status)
      return response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body ?? '');
    return answerTo(request, response, behaviour);
  };

  const server = createServer((request, response) => {
    inFlight++;
    busiest = Math.max(busiest, inFlight);
    response.on('close', () => {
      inFlight--;
      if (inFlight === 0) for (const told of toldOfIdle.splice(0)) told();
    });
    void answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get busiest() {
      return busiest;
    },
    misbehave: (...behaviours) => script.push(...behaviours),
    always: (of) => {
      rule = of;
    },
    onHang: (told) => {
      toldOfHang = told;
    },
    onLate: (told) => {
      toldOfLate = told;
    },
    letGo: (meant = () => true) => {
      for (const each of late) {
        if (!meant(each.asked)) continue;
        late.delete(each);
        each.go();
      }
    },
    idle: () =>
      new Promise((told) => {
        if (inFlight === 0) told();
        else toldOfIdle.push(told);
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

/** From its `nth` request on nobody is there any more; says whether that has happened. */
export const killAt = (
  server: Pick<ScriptedServer<never, unknown, PlainBehaviour>, 'always' | 'close'>,
  sampleIndex: number,
): (() => boolean) => {
  let killed = false;
  server.always((_, request) => {
    if (request < sampleIndex) return undefined;
    if (!killed) void server.close();
    killed = true;
    return { drop: true };
  });
  return () => killed;
};
