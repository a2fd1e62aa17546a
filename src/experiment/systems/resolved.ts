/**
 * A stage or a system whose text is understood: every name and every setting is known. To resolve a text is to check it;
 * nothing is opened before `build`.
 */
export interface Resolved<Context, Built, Early = Omit<Context, 'task'>> {
  /** Fails if a key or an address that it needs is missing or wrong. Nothing is sent, and no local model is opened. */
  check?(context: Early): Promise<unknown>;
  build(context: Context): Promise<Built>;
}
