import { join } from 'node:path';

/** What the gate is told by its environment, the same on every host. Empty means not set. */
export const readSettings = (env = process.env) => {
  const text = (name) => env[`R2MED_${name}`]?.trim() || undefined;
  const work = 'r2med-gate';
  const title = text('TITLE') ?? 'r2med';
  return {
    title,
    /** The hidden first line of a comment, as `r2med compare --markdown` writes it. */
    marker: `<!-- r2med compare: ${title.replace(/[^\p{L}\p{N} ._/-]|--/gu, '_')} -->`,
    /** Baselines of several gates are kept apart. */
    key: title === 'r2med' ? 'r2med-baseline' : `r2med-baseline-${title.replace(/[^A-Za-z0-9._-]/g, '_')}`,
    baseline: text('BASELINE') ?? 'artifact',
    run: text('RUN'),
    runFile: text('RUN_FILE'),
    worse: text('FAIL_IF_WORSE'),
    tolerance: text('TOLERANCE'),
    significant: text('SIGNIFICANT') === 'true',
    below: (text('FAIL_BELOW') ?? '').split(/[\n,]/).flatMap((line) => line.trim() || []),
    changed: text('FAIL_IF_CHANGED'),
    compare: wordsOf(text('COMPARE') ?? ''),
    comments: text('COMMENT') !== 'false',
    results: join(work, 'results'),
    baselineFolder: join(work, 'baseline'),
    comment: join(work, 'comment.md'),
    junit: join(work, 'junit.xml'),
    archive: join(work, 'results.tar.gz'),
  };
};

/** The words of a command line: blanks separate them, quotes hold them together. No shell reads them. */
export const wordsOf = (line) =>
  [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single),
  );
