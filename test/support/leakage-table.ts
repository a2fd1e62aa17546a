import { LOWER, type MeasuredLeaks, measuredBands, measuredLeaks, RULES } from './planted-leaks.js';

const EACH = 50;
const BLOCK = /(<!-- measured leaks -->\n)[\s\S]*?(\n<!-- end of measured leaks -->)/;

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Number(((100 * part) / whole).toFixed(1))} %`;
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = ({ kinds }: MeasuredLeaks): string => {
  const sum = (of: (kind: MeasuredLeaks['kinds'][number]) => number): number =>
    kinds.reduce((total, kind) => total + of(kind), 0);
  const precision = RULES.map((rule) => {
    const right = sum(({ isLeak, right }) => (isLeak ? right[rule] : 0));
    return percent(
      right,
      right + sum(({ isLeak, right, wrong }) => wrong[rule] + (isLeak ? 0 : right[rule])),
    );
  });
  const head = [
    'Planted',
    'Should be found',
    'Same words',
    'Near-duplicate',
    'n-gram',
    'Holds',
    'Reworded',
    'Any',
  ];
  return [
    row([...head, `Near-duplicate from ${LOWER}`, 'Vectors (LSA)']),
    row(['---', '---', ...RULES.map(() => '--:')]),
    ...kinds.map(({ kind, isLeak, planted, right, wrong }) =>
      row([
        kind,
        isLeak ? 'yes' : 'no',
        ...RULES.map((rule) => percent(right[rule] + (isLeak ? 0 : wrong[rule]), planted)),
      ]),
    ),
    row(['**Precision**', '', ...precision]),
  ].join('\n');
};

/** docs/background/leakage.md with its tables measured again. */
export const withMeasuredLeaks = async (page: string): Promise<string> => {
  if (!BLOCK.test(page)) throw new Error('no block of measured leaks in the page');
  const [documents, queries] = [await measuredLeaks(7, EACH), await measuredLeaks(2, EACH)];
  const { above, found } = measuredBands(400);
  const written = [
    `Texts of ${documents.words} words on average, as documents are, looked for among ${documents.texts} texts; ${EACH} of each kind:`,
    table(documents),
    `Texts of ${queries.words} words on average, as queries are, looked for among ${queries.texts} texts:`,
    table(queries),
    `Of ${above} planted pairs with a Jaccard of 0.5 or more, most of them just above it, MinHash found ${found} (${percent(found, above)}).`,
  ].join('\n\n');
  return page.replace(BLOCK, (_, begin, end) => `${begin}\n${written}\n${end}`);
};
