import type { Verdict } from '../../analysis/comparison/index.js';
import { printableLine } from '../../core/index.js';
import { writeAtomic } from '../../platform/node/index.js';

/** Writes the verdicts of a gate as JUnit XML, which servers for continuous integration show as tests. */
export const writeJunit = (file: string, title: string, verdicts: readonly Verdict[]): Promise<void> =>
  writeAtomic(file, junitText(title, verdicts));

const junitText = (title: string, verdicts: readonly Verdict[]): string => {
  const failures = verdicts.filter(({ holds }) => !holds).length;
  const counts = `name="${escaped(title)}" tests="${verdicts.length}" failures="${failures}" errors="0"`;
  const cases = verdicts.map(({ system, check, holds, said }) => {
    const head = `    <testcase classname="${escaped(system)}" name="${escaped(check)}" time="0"`;
    return holds ? `${head}/>` : `${head}>\n      <failure message="${escaped(said)}"/>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite ${counts} skipped="0" time="0">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};

/** Control characters and lone surrogates are not XML: they are shown instead. */
const escaped = (text: string): string =>
  printableLine(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
