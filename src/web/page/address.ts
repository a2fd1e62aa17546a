import { useSyncExternalStore } from 'react';

/** Where the reader is: a view, what in it, and the whole state of the view. `#/system/KEY?board=r2med&sort=-mean`. */
export interface Address {
  readonly view: string;
  /** Keys after the view's name. */
  readonly path: readonly string[];
  readonly state: URLSearchParams;
}

/** The address that a hash says; one that says nothing is that of the first view. */
export const parseAddress = (hash: string): Address => {
  const text = hash.replace(/^#\/?/, '');
  const question = text.indexOf('?');
  const [view = '', ...path] = (question < 0 ? text : text.slice(0, question)).split('/').filter(Boolean);
  return { view, path, state: new URLSearchParams(question < 0 ? '' : text.slice(question + 1)) };
};

/** Names and values of a state; what is empty or absent is left out of the address. */
export type State = Readonly<Record<string, string | undefined>>;

/** A link to a view. Parts of the path are keys, which need no encoding; values of the state may be anything. */
export const linkTo = (view: string, path: readonly string[] = [], state: State = {}): string => {
  const known = Object.entries(state).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const query = known.length > 0 ? `?${new URLSearchParams(known)}` : '';
  return `#/${[view, ...path].join('/')}${query}`;
};

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};

/** The address now; the component is drawn again when it changes. */
export const useAddress = (): Address =>
  parseAddress(useSyncExternalStore(subscribe, () => window.location.hash));

/** Goes to a link. `replace` leaves no step to go back to: for what is typed. */
export const goTo = (link: string, replace = false): void => {
  if (!replace) {
    window.location.hash = link;
    return;
  }
  window.history.replaceState(window.history.state, '', link);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
};

/** Changes some of the state of the view that is shown, and leaves the rest; undefined takes a name out. */
export const changeState = (change: State, replace = false): void => {
  const { view, path, state } = parseAddress(window.location.hash);
  goTo(linkTo(view, path, { ...Object.fromEntries(state), ...change }), replace);
};
