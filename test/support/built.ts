/**
 * The compiled package. Worker threads of Node 20 load JavaScript only, so what runs in them is tested as it ships;
 * `npm test` compiles first.
 */
export const built = <Module>(path: string): Promise<Module> =>
  import(new URL(`../../dist/${path}`, import.meta.url).href) as Promise<Module>;
