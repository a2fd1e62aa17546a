import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { fakePython } from '../support/fake-python.js';
import { r2med } from '../support/in-process.js';

interface Found {
  readonly what: string;
  readonly state: string;
  readonly found: string;
  readonly fix?: string;
}

const doctor = async (model: string, python: string, ...more: readonly string[]) => {
  const { code, stdout } = await r2med(['doctor', '--model', model, '--python', python, ...more, '--json'], {
    env: { R2MED_HOME: temporaryFolder(), HF_HUB_CACHE: temporaryFolder() },
  });
  const findings = JSON.parse(stdout) as readonly Found[];
  return { code, findings, of: (what: string) => findings.find((each) => each.what === what) };
};

const H200 = { device: 'cuda', name: 'a GPU', precision: 'bf16', rate: 67e12, memory: 140e9 };

describe('doctor --model NAME --python', () => {
  it('measures the rate and estimates every task of the suite before the model is loaded', async () => {
    const { file, calls } = fakePython({ rate: H200 });
    const { code, findings, of } = await doctor('bge', file, '--suite', 'sample');
    expect([code, calls().map(({ kind }) => kind)]).toEqual([0, ['packages', 'rate', 'model', 'end']]);
    expect(of('matrix rate')?.found).toBe('67.0 TFLOP/s in bf16 on a GPU');
    // 335M weights of 2 bytes, and 65,536 × 12 × 1,024 numbers of 2 bytes.
    expect(of('memory')?.found).toMatch(/^about 2\.3 GB of 140\.0 GB: 2 bytes for each of 335M parameters/);
    const tasks = findings.filter(({ found }) => /^about [^:]* tokens$/.test(found));
    expect(tasks).toHaveLength(8);
    expect(of('suite sample')?.found).toMatch(/^about \d/);
    expect(of('assumed')?.found).toContain('0.6 of the matrix rate');
    expect(of('first vector')?.state).toBe('ready');
  });

  it('computes seconds as 2 × parameters × tokens by the share of the rate that is assumed', async () => {
    const of = (rate: number) =>
      doctor('bge', fakePython({ rate: { ...H200, rate } }).file, '--suite', 'sample').then(
        (one) => one.of('Biology')!,
      );
    const { found } = await of(1e9);
    const [, amount, unit, tokens] = /^about ([\d.]+) (min|h), ([\d,]+) tokens$/.exec(found)!;
    const seconds = (2 * 335e6 * Number(tokens!.replaceAll(',', ''))) / (1e9 * 0.6);
    const shown = Number(amount) * (unit === 'h' ? 3600 : 60);
    expect(Math.abs(shown - seconds) / seconds).toBeLessThan(0.02);
  });

  it('says what is unknown: parameters, tasks that are not here, the rate', async () => {
    const nameless = await doctor(
      'reasonembed-qwen3-8b',
      fakePython({ rate: H200 }).file,
      '--suite',
      'sample',
    );
    expect(nameless.of('memory')?.found).toContain('unknown');
    expect(nameless.of('Biology')?.found).toMatch(/^time unknown: .*, [\d,]+ tokens$/);
    const absent = await doctor('bge', fakePython({ rate: H200 }).file);
    expect(absent.of('unknown tasks')).toMatchObject({ fix: 'r2med fetch --suite r2med' });
    expect(absent.of('unknown tasks')?.found).toContain('Biology');
    const { code, of } = await doctor('bge', fakePython({}).file, '--suite', 'sample');
    expect(of('matrix rate')?.found).toBe(
      'unknown, and so are hours: ModuleNotFoundError: No module named torch',
    );
    expect([code, of('Biology'), of('first vector')?.state]).toEqual([0, undefined, 'ready']);
  });

  it('names a lower bound on a CPU, where no share was measured, and a GPU that is too small', async () => {
    const cpu = { device: 'cpu', precision: 'fp32', rate: 1e11 };
    const { of } = await doctor('e5', fakePython({ rate: cpu }).file, '--suite', 'sample');
    expect(of('Biology')?.found).toMatch(/^at least /);
    expect(of('assumed')?.found).toContain('which no model reaches');
    const { file, calls } = fakePython({ rate: { ...H200, precision: 'fp32', memory: 24e9 } });
    const small = await doctor('e5', file, '--suite', 'sample', '--precision', 'fp32');
    expect(small.of('memory')).toMatchObject({ state: 'missing', fix: expect.stringContaining('bf16') });
    expect(calls()[1]!.told).toMatchObject({ precision: 'fp32' });
  });

  it('is what --suite is for', async () => {
    const { code, stderr } = await r2med(['doctor', '--suite', 'sample']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--model bge --python python3')]);
  });
});
