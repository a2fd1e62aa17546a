/**
 * A stage or a system whose text is understood: every name and every setting is known. To resolve a text is to check it;
 * nothing is opened before `build`.
 */
export interface Resolved<Context, Built> {
  build(context: Context): Promise<Built>;
}
