import { on, read, text } from './flag.js';
import { allowedLoss, append, names, numberFrom, wholeNumber } from './parsers.js';

/** Flags that decide the exit code: of `audit`, and of `compare`. */
export const gateFlags = () => ({
  failOn: read('<what>', 'exit code 1 on error, warning, note, a check, or CHECK>LIMIT; repeatable', names),
  findings: text('<file>', 'write all that the checks found to a file, one JSON object a line'),
  accept: read('<check>', 'check whose findings pass --fail-on; repeatable', names),
  failIfWorse: text('<measure>', 'exit 1 if a system is worse than A overall'),
  tolerance: read('<loss>', 'with --fail-if-worse: allowed loss, for example 0.01 (default: 0)', allowedLoss),
  significant: on('with --fail-if-worse: fail only if p is below 0.05'),
  partial: on('with --fail-if-worse or --fail-below: ignore missing tasks and queries'),
  failBelow: read(
    '<measure=least>',
    'exit 1 if a system other than A scores less, for example nDCG@10=0.45; also overlap@10 and RBO@10 with A; repeatable',
    append,
  ),
  agreement: read('<k>', 'compare the top k with that of A, which needs no judgements', wholeNumber),
  failIfChanged: read(
    '<share>',
    'exit 1 if more than this share of the queries has other documents in the top k, for example 0.2',
    numberFrom(0, 1),
  ),
  junit: text('<file>', 'write the verdicts of the gate also as JUnit XML'),
});
