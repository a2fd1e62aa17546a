import { expect, it, onTestFinished, vi } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { parseMeasure } from '../../evaluation/measures/index.js';
import { liveRunsIn } from '../results/index.js';
import { liveProgress } from './live-progress.js';

it('a run in which nothing happens gives a sign of life every minute, for other containers', async () => {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const out = writtenFolder();
  const spending = () => ({ usd: 0, tokens: 0, requests: 0 });
  const measure = parseMeasure('nDCG@10');
  const live = liveProgress(testTools(), { out, systems: [], measure, command: 'r2med run', spending });
  await live.begin([]);
  const told = async () => (await liveRunsIn(out))[0]?.run.updatedAt;
  await vi.waitFor(async () => expect(await told()).toMatch('1970-01-01T00:00'));
  await vi.advanceTimersByTimeAsync(60_500);
  await vi.waitFor(async () => expect(await told()).toMatch('1970-01-01T00:01'));
  await live.close();
  expect(await liveRunsIn(out)).toEqual([]);
});
