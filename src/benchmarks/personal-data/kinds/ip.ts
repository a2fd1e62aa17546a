import { type KindOfData, matches } from '../spans.js';

const V4 = /(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w]|\.\d)/g;
const V6 = /(?<![\w:])(?:[0-9a-f]{1,4}:){1,7}(?::?[0-9a-f]{1,4}){1,7}(?![\w:])/gi;
const VERSION = /(?:version|release|v|ver\.?|build|section|chapter|EC)[ :]?$/i;
/** The classes of enzymes, 1 to 7, are followed by three numbers as well. */
const ENZYME = /^[1-7]\./;
const NAMED = /\b(?:IP|address|host|server)(?: address)?[ :]{1,2}$/i;

export const ip: KindOfData<'ip'> = {
  name: 'ip',
  safeHarbor: '(O) Internet Protocol addresses',
  *find(text) {
    yield* matches(
      text,
      V4,
      'an IP address',
      (found, { index = 0 }) =>
        found.split('.').every((part) => Number(part) < 256) &&
        !VERSION.test(text.slice(Math.max(0, index - 12), index)) &&
        (!ENZYME.test(found) || NAMED.test(text.slice(Math.max(0, index - 20), index))),
    );
    yield* matches(text, V6, 'an IP address', (found) => isV6(found));
  },
};

/** Times and ratios have colons too: only eight groups, or a double colon, make an address. */
const isV6 = (found: string): boolean => {
  const groups = found.split(':').length;
  return found.includes('::') ? found.indexOf('::') === found.lastIndexOf('::') && groups <= 8 : groups === 8;
};
