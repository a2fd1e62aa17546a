import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { own } from '../../core/index.js';
import {
  addresses,
  type Board,
  type Leaderboard,
  packAddress,
  type ResourceAddress,
  SCRIPT_FUNCTION,
  type SiteIndex,
  scriptAddress,
  unpacked,
  withKnownUncertainty,
} from '../page-data/index.js';

/** A resource on its way, there, or not to be had. While it is loaded again, the former value stays. */
export type Loaded<T> =
  | { readonly state: 'loading'; readonly value?: never; readonly error?: never }
  | { readonly state: 'failed'; readonly value?: never; readonly error: string }
  | { readonly state: 'ready'; readonly value: T; readonly error?: never };

/** Files of several resources that are held: those of the documents of two views. */
const PACKS = 64;

/** Loads resources, each once for a revision of the site. */
export class Resources {
  readonly #held = new Map<string, Promise<unknown>>();
  readonly #loaded = new Map<string, { readonly value: unknown }>();
  readonly #last = new Map<string, unknown>();
  readonly #packs = new Map<string, Promise<unknown>>();
  readonly #listeners = new Set<() => void>();
  #revision = 0;
  #lost = false;
  /** A site in files, whether a web server has them or not. */
  #written = false;

  /** How often the site has changed. */
  readonly revision = (): number => this.#revision;

  /** Whether the server that the page is of has gone. */
  readonly lost = (): boolean => this.#lost;

  setLost(lost: boolean): void {
    if (this.#lost === lost) return;
    this.#lost = lost;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  };

  /** What was loaded is no longer what the site has: all of it, or what is under these addresses. */
  changed(...under: readonly string[]): void {
    for (const address of [...this.#held.keys()])
      if (under.length === 0 || under.some((each) => address.startsWith(each))) {
        this.#held.delete(address);
        this.#loaded.delete(address);
      }
    this.#revision += 1;
    for (const listener of this.#listeners) listener();
  }

  load(address: string): Promise<unknown> {
    const held = this.#held.get(address) ?? this.#fetched(address);
    this.#held.set(address, held);
    held.then(
      (value) => {
        if (this.#held.get(address) === held) this.#loaded.set(address, { value });
      },
      () => {
        if (this.#held.get(address) === held) this.#held.delete(address);
      },
    );
    return held;
  }

  /** The value it was last, where its content has not changed: what was computed from it stays too. */
  async #fetched(address: string): Promise<unknown> {
    const isFile = window.location.protocol === 'file:';
    const pack = isFile || this.#written ? packAddress(address) : undefined;
    const value = await (pack !== undefined
      ? this.#packed(pack, address)
      : isFile
        ? byScript(scriptAddress(address), address)
        : byFetch(address));
    if (address === addresses.index()) this.#written = (value as SiteIndex).writtenAt !== undefined;
    const last = this.#last.get(address);
    if (last !== undefined && JSON.stringify(last) === JSON.stringify(value)) return last;
    this.#last.set(address, value);
    return value;
  }

  /** A resource that shares its file with others: the files of the last views are held. */
  async #packed(pack: string, address: string): Promise<unknown> {
    const held =
      this.#packs.get(pack) ??
      byScript(pack, pack)
        .then((text) => inflated(text as string))
        .then(unpacked);
    this.#packs.delete(pack);
    this.#packs.set(pack, held);
    held.catch(() => this.#packs.delete(pack));
    for (const oldest of [...this.#packs.keys()].slice(0, -PACKS)) this.#packs.delete(oldest);
    const content = own((await held) as Record<string, unknown>, address);
    if (content === undefined) throw new Error('It is not part of this site.');
    return content;
  }

  /** What is there already, so that going back or a step ahead shows it at once. */
  loaded(address: string): { readonly value: unknown } | undefined {
    return this.#loaded.get(address);
  }
}

const byFetch = async (address: string): Promise<unknown> => {
  const response = await fetch(address).catch(() => {
    throw new Error('The server does not answer.');
  });
  if (response.ok) return response.json();
  const body = await response.json().catch(() => ({}));
  throw new Error(
    body.error ??
      (response.status === 404 ? 'It is not part of this site.' : `The server answered ${response.status}.`),
  );
};

type Receiver = (address: string, content: unknown) => void;

/** A page from a file may not read files, but may run scripts next to it: each hands over the content of an address. */
const byScript = (file: string, address: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const received = new Map<string, unknown>();
    (window as unknown as Record<string, Receiver>)[SCRIPT_FUNCTION] = (from, content) => {
      received.set(from, content);
      window.dispatchEvent(new CustomEvent(SCRIPT_FUNCTION, { detail: { from, content } }));
    };
    const take = (event: Event): void => {
      const { from, content } = (event as CustomEvent<{ from: string; content: unknown }>).detail;
      if (from === address) resolve(content);
    };
    window.addEventListener(SCRIPT_FUNCTION, take);
    const end = (): void => {
      window.removeEventListener(SCRIPT_FUNCTION, take);
      script.remove();
    };
    script.onload = end;
    script.onerror = () => {
      end();
      reject(new Error('It is not part of this site.'));
    };
    script.src = file;
    document.head.append(script);
  });

/** Text that was compressed by gzip and written in base 64. */
const inflated = (text: string): Promise<string> => {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
};

const Context = createContext<Resources | undefined>(undefined);

export const ResourcesProvider = ({ resources, children }: { resources: Resources; children: ReactNode }) => (
  <Context value={resources}>{children}</Context>
);

export const useResources = (): Resources => {
  const resources = useContext(Context);
  if (!resources) throw new Error('no ResourcesProvider above');
  return resources;
};

/**
 * What is loaded for a name, and again for each revision of the site; undefined as long as that is the value of another name. The same value is not set
 * again, so that what was computed from it stays too.
 */
const useLoaded = <T,>(
  name: string | undefined,
  load: (name: string) => Promise<T>,
  isSame: (before: T, now: T) => boolean = Object.is,
): Loaded<T> | undefined => {
  const resources = useResources();
  const revision = useSyncExternalStore(resources.subscribe, resources.revision);
  const [loaded, setLoaded] = useState<{ readonly of: string | undefined; readonly is: Loaded<T> }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is loaded again, and the name stands for what is loaded
  useEffect(() => {
    if (name === undefined) return;
    let wanted = true;
    const set = (is: Loaded<T>): void => {
      if (!wanted) return;
      setLoaded((before) => {
        const stays = before?.of === name && before.is.state === 'ready' && is.state === 'ready';
        return stays && isSame(before.is.value!, is.value) ? before : { of: name, is };
      });
    };
    load(name).then(
      (value) => set({ state: 'ready', value }),
      (error: unknown) =>
        set({ state: 'failed', error: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [resources, name, revision]);
  return loaded?.of === name ? loaded?.is : undefined;
};

/** The resource of an address of `addresses`; nothing is loaded for undefined. `first`: what it waits for. */
export const useResource = <T,>(
  address: ResourceAddress<T> | undefined,
  first?: () => Promise<void>,
): Loaded<T> => {
  const resources = useResources();
  const loaded = useLoaded(address, async (wanted) => {
    await first?.();
    return resources.load(wanted) as Promise<T>;
  });
  if (loaded) return loaded;
  const known = address === undefined ? undefined : resources.loaded(address);
  return known ? { state: 'ready', value: known.value as T } : { state: 'loading' };
};

/** Several resources together, in the order of their addresses: there when all are, failed when one is. */
export const useAll = <T,>(all: readonly ResourceAddress<T>[]): Loaded<readonly T[]> => {
  const resources = useResources();
  const load = (): Promise<readonly T[]> =>
    Promise.all(all.map((address) => resources.load(address) as Promise<T>));
  return useLoaded(all.join('\n'), load, haveSameParts) ?? { state: 'loading' };
};

const haveSameParts = <T,>(before: readonly T[], now: readonly T[]): boolean =>
  before.length === now.length && before.every((part, i) => part === now[i]);

/** When what has just been drawn is on the screen. */
const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** The rows of a board under a measure; under its usual one where it does not have the one that is wanted. */
export const useLeaderboard = (board: Board, wanted?: string | null): Loaded<Leaderboard> => {
  const resources = useResources();
  const measure = board.measures.find(({ name }) => name === wanted) ?? board.measures[0];
  const table = useResource(measure && addresses.leaderboard(board.key, measure.key));
  // Intervals, ranks and groups follow: the best rows have theirs first. They take all threads of the machine, so the rows are painted before.
  const hasOwn = table.value?.rows.some(({ source, running }) => source.group === 'own' && !running);
  const address = measure && hasOwn ? addresses.uncertainty(board.key, measure.key) : undefined;
  const known = useResource(address, painted).value;
  useEffect(() => {
    if (address && known && !known.whole) resources.changed(address);
  }, [resources, address, known]);
  return useMemo(
    () =>
      table.value && known ? { state: 'ready', value: withKnownUncertainty(table.value, known) } : table,
    [table, known],
  );
};

/** Whether the server has gone: what is shown is from before. */
export const useLost = (): boolean => {
  const resources = useResources();
  return useSyncExternalStore(resources.subscribe, resources.lost);
};

/** The first resource of all; where the site is live it is loaded again whenever records change. */
export const useIndex = (): Loaded<SiteIndex> => {
  const resources = useResources();
  const index = useResource(addresses.index());
  const live = index.value?.can.live ?? false;
  const shown = index.value?.revision;
  useEffect(() => {
    if (!live) return;
    const events = new EventSource('events');
    // A connection that breaks is tried again by the browser, until the server is back.
    events.addEventListener('error', () => resources.setLost(true));
    events.addEventListener('open', () => resources.setLost(false));
    events.addEventListener('records', ({ data }) => {
      if (data !== shown) resources.changed();
    });
    events.addEventListener('live', () => resources.changed(addresses.live(), 'data/leaderboard/'));
    return () => events.close();
  }, [resources, live, shown]);
  return index;
};
