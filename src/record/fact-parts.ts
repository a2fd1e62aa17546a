import type { ResultRecord } from './record.js';

type Facts = ResultRecord['facts'];

/** A system's own facts, and those of the systems it fuses. */
export const factParts = (facts: Facts): readonly Facts[] => {
  const fused = (Array.isArray(facts.fused) ? facts.fused : []) as unknown as readonly { facts: Facts }[];
  return [facts, ...fused.flatMap((each) => factParts(each.facts))];
};
