const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...('ndash – mdash — hellip … deg ° micro µ plusmn ± times × middot · rsquo ’ lsquo ‘ rdquo ” ldquo “ le ≤ ge ≥'
    .split(' ')
    .flatMap((name, i, all) => (i % 2 === 0 ? [[name, all[i + 1]!] as const] : [])) as [string, string][]),
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

const LAST_CODE_POINT = 0x10ffff;

/** A text with its entities and numbers of signs as the signs they stand for; others stay as they are. */
export const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g, (whole, decimal, hex, name) => {
        if (name !== undefined) return ENTITIES.get(name) ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
        return code > 0 && code <= LAST_CODE_POINT && (code < 0xd800 || code > 0xdfff)
          ? String.fromCodePoint(code)
          : whole;
      })
    : text;
