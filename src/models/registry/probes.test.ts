import { describe, expect, it } from 'vitest';
import { PROBE_TEXTS, probeDistance, probeText, probeTolerance, storedProbes } from './probes.js';

describe('probe vectors', () => {
  const vector = Float32Array.of(3, -4, 0.5);

  it('of a model are themselves apart from nothing, whatever their length', () => {
    expect(probeDistance(probeText(vector), vector)).toBeLessThan(1e-12);
    expect(probeDistance(probeText(vector.map((each) => each * 7)), vector)).toBeLessThan(1e-12);
  });

  it('of other dimensions or of zeros have no distance', () => {
    expect(probeDistance(probeText(vector), vector.subarray(1))).toBeUndefined();
    expect(probeDistance(probeText(vector), new Float32Array(3))).toBeUndefined();
  });

  it('are compared with the room of the coarser number type', () => {
    expect(probeTolerance('fp32', 'bf16')).toBe(probeTolerance('bf16', 'fp32'));
    expect(probeTolerance('fp32', 'bf16')).toBeGreaterThan(probeTolerance('fp32', 'fp32'));
    expect(probeTolerance('fp32', 'a type of tomorrow')).toBe(probeTolerance('fp32', 'fp32'));
  });

  it('are stored for every probe text, and not for a model that nobody confirmed', () => {
    expect(storedProbes('all-minilm-l6-v2')?.vectors).toHaveLength(PROBE_TEXTS.length);
    expect(storedProbes('e5')).toBeUndefined();
  });
});
