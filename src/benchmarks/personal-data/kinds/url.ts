import type { KindOfData } from '../spans.js';

const URL_START = /\b(?:(?:https?|ftp):\/\/|www\.)[^\s<>"'，。]+/gi;
const CLOSING = new Set('.,;:!?)]}*_');

export const url: KindOfData<'url'> = {
  name: 'url',
  safeHarbor: '(N) web addresses (URLs)',
  *find(text) {
    for (const { 0: found, index } of text.matchAll(URL_START)) {
      let length = found.length;
      while (CLOSING.has(found[length - 1]!)) length--;
      if (/[a-z0-9]/i.test(found.slice(4, length)))
        yield { start: index, end: index + length, reason: 'a web address' };
    }
  },
};
