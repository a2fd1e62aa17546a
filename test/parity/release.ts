// Makes a release in a folder, for the Python packages that users read it with. usage: release.ts FOLDER
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from '../../src/benchmarks/construction/assemble/assemble.js';
import { openRespondents, openWorkFolder, runStep } from '../../src/benchmarks/construction/index.js';
import { openPrompts } from '../../src/models/prompts/index.js';
import { EVIDENCE, JUDGE_REPORT } from '../support/small-construction.js';
import { testTools } from '../support/tools.js';

const DATASHEET = `
language: en
creators: [{name: R. Example, affiliation: A hospital, orcid: 0000-0002-1825-0097}]
url: https://example.org/small
published: 2026-05-01
citation: "@misc{small, title = {Small}}"
licence: CC-BY-4.0
consent: The texts are invented.
intendedUse: [comparing retrievers]
notFor: [clinical decisions]
limits: [two queries]
biases: [English only]
socialImpact: None is expected.
annotators: [two invented judges]
collected: {from: 2026-01-01, to: 2026-02-01}
maintenance: None.
`;

const [, , folder] = process.argv;
assert(folder, 'usage: release.ts FOLDER');
const work = openWorkFolder(folder);
for (const [name, rows] of Object.entries(EVIDENCE)) await work.write(name, rows);
writeFileSync(join(folder, 'judge.report.json'), JSON.stringify(JUDGE_REPORT));
const datasheet = join(folder, 'datasheet.yaml');
writeFileSync(datasheet, DATASHEET);
const context = { work, prompts: openPrompts(), tools: testTools(), respondents: openRespondents() };
const settings = { name: 'Small', about: 'Two questions.', datasheet };
await runStep(assemble, { ...settings, version: '1.0.0' }, context);
const next = { ...settings, version: '1.0.1', previous: join(folder, 'release/1.0.0') };
await runStep(assemble, next, context, { overwrite: true });
