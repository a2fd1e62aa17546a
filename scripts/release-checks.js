/** The section of a version in the changelog, without its heading; undefined where there is none. */
export const changesOf = (changelog, version) => {
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.find(
    (section) =>
      section
        .split('\n', 1)[0]
        .replace(/^\[|\].*$/g, '')
        .split(/\s/)[0] === version,
  );
  return own?.slice(own.indexOf('\n') + 1).trim();
};

/** What keeps a release from being made, each a sentence. */
export const releaseProblems = ({
  manifest,
  changelog,
  tags,
  uncommitted,
  citation,
  workflow,
  sbom,
  packed,
  licences,
  claims,
}) => {
  const { version, publishConfig = {} } = manifest;
  const changes = changesOf(changelog, version);
  const direct = Object.keys(manifest.dependencies ?? {});
  const listed = new Set(sbom.components.map(({ name }) => name));
  return [
    [!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version), `version ${version} is no semantic version`],
    [!changes, `CHANGELOG.md has no section ## ${version}, or it is empty`],
    [
      changesOf(changelog, 'Unreleased'),
      `CHANGELOG.md has lines under ## Unreleased: move them under ## ${version}`,
    ],
    [tags.includes(`v${version}`), `the tag v${version} is there already: raise the version`],
    [uncommitted !== '', 'there are changes that are not committed'],
    [
      !new RegExp(`^version: ["']?${version.replaceAll('.', '\\.')}["']?$`, 'm').test(citation),
      `CITATION.cff does not say version ${version}`,
    ],
    [publishConfig.provenance !== true, 'package.json: publishConfig.provenance is not true'],
    [
      !/id-token: write/.test(workflow),
      'the release workflow may not ask for the identity that provenance needs',
    ],
    [
      direct.some((name) => !listed.has(name)),
      `the SBOM lacks ${direct.filter((name) => !listed.has(name)).join(', ')}`,
    ],
    [
      licences.refused.length > 0,
      `licences that are not on the list: ${licences.refused.map(({ name }) => name).join(', ')}`,
    ],
    [!licences.isCurrent, 'LICENCES.md is behind the lock file: node scripts/licences.js'],
    [!claims.isCurrent, 'bench/CLAIMS.md is behind the figures: node bench/claims.js'],
    [
      packed && !packed.includes('dist/index.js'),
      'the package lacks dist: npm run build, and node scripts/build-page.js',
    ],
    ...claims.problems.map((problem) => [true, `a claim of speed does not hold: ${problem}`]),
  ].flatMap(([is, problem]) => (is ? [problem] : []));
};
