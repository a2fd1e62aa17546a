interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
}
export const sbom: (
  lock?: object,
  manifest?: object,
) => {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
};
