import { canonicalJson, type Json, type JsonObject } from '../../core/index.js';
import type { Result } from '../../experiment/record/index.js';

/** What makes a form of a model's vectors a smaller one, by the retriever that searches them. */
const SMALLER: Readonly<Record<string, readonly string[]>> = {
  dense: ['variant', 'rescored', 'tiesAtCutOff'],
  sparse: ['maxActiveDims'],
};

/** What results of one model share: task, rule, and the system but for the form of its vectors. */
export interface VectorForm {
  readonly key: string;
  /** Whether the vectors are whole. */
  readonly isBase: boolean;
}

/** Undefined for a system without vectors that have smaller forms. */
export const vectorFormOf = ({ record }: Result): VectorForm | undefined => {
  const spec = record.spec as Json;
  const stages: readonly Json[] = Array.isArray(spec) ? spec : [spec as Json];
  const places = stages.map((stage) => SMALLER[retrieverOf(stage) ?? ''] !== undefined);
  if (!places.includes(true)) return undefined;
  const whole = stages.map((stage, i) => (places[i] ? without(stage as JsonObject) : stage));
  const { name, contentHash } = record.task;
  const { ties, missing } = record.evaluation;
  return {
    key: canonicalJson([name, contentHash, ties, missing, whole]),
    isBase: stages.every((stage, i) => !places[i] || isWhole(stage as JsonObject)),
  };
};

const retrieverOf = (stage: Json): string | undefined => {
  if (stage === null || typeof stage !== 'object' || Array.isArray(stage)) return undefined;
  const { retriever } = stage as JsonObject;
  return typeof retriever === 'string' && Object.hasOwn(SMALLER, retriever) ? retriever : undefined;
};

const without = (stage: JsonObject): JsonObject => {
  const left = SMALLER[retrieverOf(stage)!]!;
  return Object.fromEntries(Object.entries(stage).filter(([name]) => !left.includes(name)));
};

const isWhole = ({ variant, maxActiveDims }: JsonObject): boolean =>
  variant === undefined && Object.keys((maxActiveDims as JsonObject | undefined) ?? {}).length === 0;
