import { z } from 'zod';
import type { ItemKey, Items, Tools } from '../../../core/index.js';

/** A batch that was submitted, or was about to be, and has answers that nobody took yet. */
export interface OpenBatch {
  readonly name: string;
  /** When it was submitted, in milliseconds since 1970. */
  readonly since: number;
  /** Of each request, a hash of what it asks. */
  readonly hashes: readonly string[];
  /** Unknown where the process ended before it heard of it. */
  id?: string | undefined;
  /** Requests whose answers were used. */
  readonly taken: Set<number>;
}

const Fact = z.discriminatedUnion('fact', [
  /** Before it is submitted. */
  z.object({ fact: z.literal('begun'), name: z.string(), since: z.number(), count: z.number() }),
  z.object({ fact: z.literal('submitted'), name: z.string(), id: z.string() }),
  z.object({ fact: z.literal('taken'), name: z.string(), numbers: z.array(z.number()) }),
  /** It was never submitted, or its answers are no longer there. */
  z.object({ fact: z.literal('dropped'), name: z.string() }),
]);
type Fact = z.infer<typeof Fact>;

const Hashes = z.array(z.string());

/** Remembers batches among the items of a service. Nothing is changed there: what becomes of a batch is added. */
export interface BatchStore {
  /** Batches that may have answers to take, read again each time. */
  open(now: number, keptDays: number | undefined): Promise<readonly OpenBatch[]>;
  /** All ids, also of batches that are done. */
  ids(): Promise<ReadonlySet<string>>;
  begun(batch: OpenBatch): Promise<void>;
  submitted(name: string, id: string): Promise<void>;
  taken(name: string, numbers: readonly number[]): Promise<void>;
  dropped(name: string): Promise<void>;
  /** The right to submit or to look for this batch. */
  claim(name: string, signal: AbortSignal): Promise<() => void>;
}

/** Where the batches of a service are remembered. */
export const openBatchStore = async (
  { service }: { readonly service: string },
  items: Tools['items'],
): Promise<BatchStore> => batchStore(await items({ batches: service, version: 1 }, true));

const DAY_MS = 86_400_000;
/** The first byte of a fact; lists of hashes, which are long, begin with another one. */
const OBJECT = 0x7b;

const batchStore = (items: Items): BatchStore => {
  const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const decode = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));
  const hashesKey = (name: string): ItemKey => items.keyOf(`hashes ${name}`);
  const add = (fact: Fact): Promise<void> =>
    items.append([{ key: items.keyOf(JSON.stringify(fact)), bytes: encode(fact) }]);
  const facts = async (): Promise<readonly Fact[]> => {
    const found: Fact[] = [];
    await items.read(await items.keys(), (_, bytes) => {
      if (bytes[0] !== OBJECT) return;
      const { data } = Fact.safeParse(decode(bytes));
      if (data) found.push(data);
    });
    return found;
  };
  const hashesOf = async (name: string): Promise<readonly string[]> => {
    let hashes: readonly string[] = [];
    await items.read([hashesKey(name)], (_, bytes) => {
      hashes = Hashes.parse(decode(bytes));
    });
    return hashes;
  };
  return {
    open: async (now, keptDays = Number.POSITIVE_INFINITY) => {
      const all = await facts();
      const over = new Set(all.flatMap((each) => (each.fact === 'dropped' ? [each.name] : [])));
      const found: OpenBatch[] = [];
      for (const begun of all) {
        if (begun.fact !== 'begun' || over.has(begun.name)) continue;
        const { name, since, count } = begun;
        const own = all.filter((each) => each.name === name);
        const taken = new Set(own.flatMap((each) => (each.fact === 'taken' ? each.numbers : [])));
        if (taken.size >= count || now - since > keptDays * DAY_MS) continue;
        const id = own.find((each) => each.fact === 'submitted')?.id;
        found.push({ name, since, hashes: await hashesOf(name), taken, ...(id !== undefined && { id }) });
      }
      return found;
    },
    ids: async () => new Set((await facts()).flatMap((each) => (each.fact === 'submitted' ? [each.id] : []))),
    begun: async ({ name, since, hashes }) => {
      await items.append([{ key: hashesKey(name), bytes: encode(hashes) }]);
      await add({ fact: 'begun', name, since, count: hashes.length });
    },
    submitted: (name, id) => add({ fact: 'submitted', name, id }),
    taken: async (name, numbers) => {
      if (numbers.length > 0) await add({ fact: 'taken', name, numbers: [...numbers] });
    },
    dropped: (name) => add({ fact: 'dropped', name }),
    claim: (name, signal) => items.claim(items.keyOf(`claim ${name}`), 'a batch', signal),
  };
};
