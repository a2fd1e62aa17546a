import { z } from 'zod';

/** Who is asked, by name. */
export const respondentName = z.string().min(1);

/** The model that a step asks. On the command line it is --llm or --answers. */
export const llmSetting = respondentName.describe(
  'who decides: an LLM (`r2med models --kind llm`, served:URL#model) or prepared:FILE',
);
