import type { StepReport } from '../step.js';

/** A judge of documents, and the system that it is in the registry too. */
interface JudgeFact {
  readonly name: string;
  readonly family: string;
  readonly contestant?: string;
  readonly verdicts?: number;
}

/** Who judged the documents, and the rule that made labels of grades. */
export const judgesOf = (
  reports: readonly StepReport[],
): { readonly judges: readonly JudgeFact[]; readonly rule?: string } => {
  const figures = reports.find(({ step }) => step === 'judge')?.figures as
    | { readonly judges?: readonly JudgeFact[]; readonly rule?: string }
    | undefined;
  return { judges: figures?.judges ?? [], ...(figures?.rule !== undefined && { rule: figures.rule }) };
};

/** The retrievers whose lists were judged. */
export const poolOf = (reports: readonly StepReport[]): readonly string[] => {
  const settings = reports.find(({ step }) => step === 'pool')?.settings as
    | { readonly retrievers?: readonly string[] }
    | undefined;
  return settings?.retrievers ?? [];
};
