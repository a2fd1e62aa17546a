import { z } from 'zod';

/** Posts are asked as they stand, as in R2MED; on request they pass the step as questions do. */
export const postsSetting = z.boolean().default(false).describe('whether posts take this step too');
