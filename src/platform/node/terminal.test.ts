import { describe, expect, it } from 'vitest';
import { duration, progressLine, terminal } from './terminal.js';

const screen = (isTTY: boolean) => {
  const written: string[] = [];
  return { isTTY, columns: 60, write: (text: string) => written.push(text), written };
};

describe('terminal', () => {
  it('draws a bar on a terminal and wipes it when done', () => {
    let now = 0;
    const target = screen(true);
    const bar = terminal(target, { quiet: false, bars: true, now: () => now }).progress('indexing', 200);
    now = 1000;
    bar.advance(100);
    bar.done();
    expect(target.written[1]).toContain('indexing  ████████████░░░░░░░░░░░░  100/200  1.0 s left');
    expect(target.written.at(-1)).toBe('\r\u001b[2K');
  });

  it('reckons the time left by what was made now, not by what was there already', () => {
    let now = 0;
    const target = screen(true);
    const bar = terminal(target, { quiet: false, bars: true, now: () => now }).progress('writing', 200);
    now = 100;
    bar.advance(100, true);
    expect(target.written[1]).toMatch(/ 100\/200$/);
    now = 10_000;
    bar.advance(10);
    expect(target.written[2]).toContain('110/200  1 min 30 s left');
  });

  it('redraws at most ten times a second', () => {
    let now = 0;
    const target = screen(true);
    const bar = terminal(target, { quiet: false, bars: true, now: () => now }).progress('indexing', 1000);
    for (let i = 0; i < 1000; i++) {
      now += 1;
      bar.advance();
    }
    expect(target.written.length).toBe(11);
  });

  it.each([
    ['no terminal', { isTTY: false, quiet: false, bars: true }],
    ['NO_COLOR or CI', { isTTY: true, quiet: false, bars: false }],
    ['--quiet', { isTTY: true, quiet: true, bars: true }],
  ])('draws nothing with %s', (_, { isTTY, quiet, bars }) => {
    const target = screen(isTTY);
    const bar = terminal(target, { quiet, bars, now: () => 0 }).progress('indexing', 10);
    bar.advance(10);
    bar.done();
    expect(target.written).toEqual([]);
  });

  it('prints notes on lines of their own, unless quiet', () => {
    const target = screen(false);
    terminal(target, { quiet: false, bars: true, now: () => 0 }).note('3 rows repeat');
    terminal(target, { quiet: true, bars: true, now: () => 0 }).note('unseen');
    expect(target.written).toEqual(['3 rows repeat\n']);
  });
});

it('keeps a note on one line, whatever the ids in it hold', () => {
  const target = screen(false);
  const shown = terminal(target, { quiet: false, bars: true, now: () => 0 });
  shown.note('query a\nr2med: all is well failed');
  shown.note('\nScores times 100.');
  expect(target.written).toEqual(['query a\\nr2med: all is well failed\n', '\nScores times 100.\n']);
});

it('shows what a terminal would obey; only its own marks are sent', () => {
  const target = screen(true);
  const shown = terminal(target, { quiet: false, bars: true, now: () => 0 });
  shown.note('task \u001b]0;x\u0007\u202e');
  shown.progress('on \u001b[2J\nline 2').status('\u009b');
  expect(target.written.join('').replaceAll('\r\u001b[2K', '')).toBe(
    'task \\u{1b}]0;x\\u{7}\\u{202e}\non \\u{1b}[2J\\nline 2  0  0 ms',
  );
});

it('a line without a total shows count and time', () => {
  expect(progressLine('reading', 1234, undefined, 61_000)).toBe('reading  1,234  1 min 01 s');
});

it.each([
  [12, '12 ms'],
  [1234, '1.2 s'],
  [61_000, '1 min 01 s'],
  [3_600_000, '60 min 00 s'],
])('%i ms read as %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});
