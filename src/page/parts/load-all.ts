import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Loaded, useResources } from '../resources.js';

/** Several resources together, in the order of their addresses: there when all are, failed when one is. */
export const useAll = <T>(addresses: readonly string[]): Loaded<readonly T[]> => {
  const resources = useResources();
  const revision = useSyncExternalStore(resources.subscribe, resources.revision);
  const wanted = addresses.join('\n');
  const [loaded, setLoaded] = useState<{ of: string | undefined; is: Loaded<readonly T[]> }>({
    of: undefined,
    is: { state: 'loading' },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is loaded again
  useEffect(() => {
    let isWanted = true;
    const set = (is: Loaded<readonly T[]>): void => {
      if (isWanted)
        setLoaded((before) => (before.of === wanted && isSame(before.is, is) ? before : { of: wanted, is }));
    };
    Promise.all(wanted.split('\n').map((address) => resources.load(address))).then(
      (values) => set({ state: 'ready', value: values as readonly T[] }),
      (error: unknown) =>
        set({ state: 'failed', error: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [resources, wanted, revision]);
  return loaded.of === wanted ? loaded.is : { state: 'loading' };
};

/** The same resources in another list: drawing them again would take away what was computed from them. */
const isSame = <T>({ value: before }: Loaded<readonly T[]>, { value: now }: Loaded<readonly T[]>): boolean =>
  before !== undefined && before.length === now?.length && before.every((value, i) => value === now[i]);
