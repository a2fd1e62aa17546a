import {
  bounded,
  fitted,
  type Progress,
  printableLine,
  shownText,
  withoutSecrets,
} from '../../core/index.js';

export interface Terminal {
  /** Says one line, after an empty one if it begins with a line end. A line end further on came with an id or a name, and is shown as `\n`. */
  note(line: string): void;
  progress(label: string, total?: number): Progress;
}

interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const CLEAR_LINE = '\r\u001b[2K';
const REDRAW_MS = 100;

/**
 * Whether a stream takes colours: what `FORCE_COLOR` or `NO_COLOR` say, as Node reads them, else whether it is a terminal. `--color` sets these
 * variables.
 */
export const takesColours = (screen: Pick<Screen, 'isTTY'>, env: NodeJS.ProcessEnv): boolean => {
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '')
    return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return !env.NO_COLOR && env.TERM !== 'dumb' && screen.isTTY === true;
};

/** Notes and progress on stderr. Bars only where a person watches: on a terminal, without NO_COLOR or CI. */
export const terminal = (
  screen: Screen,
  { quiet, bars, now }: { quiet: boolean; bars: boolean; now: () => number },
): Terminal => {
  const drawing = bars && !quiet && screen.isTTY === true;
  return {
    note: (line) => {
      if (!quiet) screen.write(`${drawing ? CLEAR_LINE : ''}${oneLine(shown(line))}\n`);
    },
    progress: (label, total) => (drawing ? bar(screen, label, total, now) : SILENT),
  };
};

/** Prints on stderr, also where notes are switched off. Whatever is in the text, the terminal only shows it. */
export const sayLine = (text: string): void => {
  process.stderr.write(`${shown(text)}\n`);
};

/** The same without a line end: what a person answers behind it. */
export const sayPrompt = (text: string): void => {
  process.stderr.write(shown(text));
};

/** Far more than is ever said at once, and far less than what a file or a server may put into it. */
const LONGEST = 20_000;

const shown = (text: string): string =>
  shownText(bounded(withoutSecrets(text), LONGEST), takesColours(process.stderr, process.env));

const oneLine = (text: string): string => text.slice(0, 1) + text.slice(1).replaceAll('\n', '\\n');

const SILENT: Progress = { advance: () => {}, status: () => {}, done: () => {} };

const bar = (screen: Screen, label: string, total: number | undefined, now: () => number): Progress => {
  const began = now();
  let count = 0;
  let there = 0;
  let status = '';
  let drawn = -Infinity;
  const draw = (): void => {
    drawn = now();
    const line = progressLine(label, count, total, drawn - began, there) + (status && `  ${status}`);
    screen.write(CLEAR_LINE + fitted(printableLine(line), (screen.columns ?? 80) - 1));
  };
  draw();
  return {
    advance: (by = 1, fromCache = false) => {
      count += by;
      if (fromCache) there += by;
      if (now() - drawn >= REDRAW_MS) draw();
    },
    status: (text) => {
      status = text;
      if (now() - drawn >= REDRAW_MS) draw();
    },
    done: () => screen.write(CLEAR_LINE),
  };
};

const WIDTH = 24;

export const progressLine = (
  label: string,
  count: number,
  total: number | undefined,
  ms: number,
  there = 0,
): string => {
  const counted = count.toLocaleString('en');
  if (!total) return `${label}  ${counted}  ${duration(ms)}`;
  const share = Math.min(1, count / total);
  const filled = Math.round(share * WIDTH);
  const made = count - there;
  const left = made > 0 && share < 1 ? `  ${duration((ms / made) * (total - count))} left` : '';
  const blocks = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
  return `${label}  ${blocks}  ${counted}/${total.toLocaleString('en')}${left}`;
};

/** 850 ms, 12.3 s, 4 min 05 s. */
export const duration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
};
