export const SYSTEMS: readonly string[];
export const auditCall: (results: string) => readonly string[];
export const placesOf: (address: string) => Promise<Readonly<Record<string, string>>>;
