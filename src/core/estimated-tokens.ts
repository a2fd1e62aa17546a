/** Four characters a token, the services' own rule of thumb for English text. */
export const estimatedTokens = (text: string): number => Math.ceil(text.length / 4);
