/**
 * Imports go down only (docs/architecture.md): a rule forbids each import that the diagram does not
 * draw.
 */
const nodeBuiltins = { dependencyTypes: ['core'] };
const aTest = '\\.test\\.tsx?$|/testing/|\\.browser\\.tsx?$';

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|\\?(url|worker)$|decoder\\.wasm' },
    },
    {
      name: 'an-app-never-imports-an-app',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'a-feature-never-imports-a-feature',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: aTest },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'a-module-never-imports-a-module',
      severity: 'error',
      from: { path: '^apps/server/src/modules/([^/]+)/', pathNot: aTest },
      to: { path: '^apps/server/src/modules/', pathNot: '^apps/server/src/modules/$1/' },
    },
    {
      name: 'modules-know-only-core',
      severity: 'error',
      from: { path: '^apps/server/src/modules/[^/]+/', pathNot: aTest },
      to: { path: '^apps/server/src/', pathNot: '^apps/server/src/(modules|core)/' },
    },
    {
      name: 'core-knows-no-module',
      severity: 'error',
      from: { path: '^apps/server/src/core/', pathNot: aTest },
      to: { path: '^apps/server/src/', pathNot: '^apps/server/src/core/' },
    },
    {
      name: 'web-lower-parts-know-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/(kit|shared|live|api|locales)/', pathNot: aTest },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'the-kit-knows-only-texts',
      severity: 'error',
      from: { path: '^apps/web/src/kit/', pathNot: aTest },
      to: { path: '^apps/web/src/[^/]+/', pathNot: '^apps/web/src/(kit|locales)/' },
    },
    {
      name: 'live-knows-no-screen',
      severity: 'error',
      from: { path: '^apps/web/src/(live|api)/', pathNot: aTest },
      to: { path: '^apps/web/src/(kit|shared)/' },
    },
    {
      name: 'web-features-know-no-app',
      severity: 'error',
      from: { path: '^apps/web/src/features/', pathNot: aTest },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'only-api-files-call-the-server',
      severity: 'error',
      from: {
        path: '^apps/web/src/(app|features|shared|kit)/',
        pathNot: `${aTest}|/api\\.ts$`,
      },
      to: {
        path: '^apps/web/src/api/http(-call|-context)?\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'charts-fetch-nothing-and-store-nothing',
      severity: 'error',
      from: { path: '^apps/web/src/live/chart/', pathNot: aTest },
      to: { path: '^apps/web/src/(?!live/chart/)[^/]+/' },
    },
    {
      name: 'packages-know-no-app',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'domain-imports-only-zod',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: aTest },
      to: { pathNot: '^packages/domain/src/|node_modules/zod/' },
    },
    {
      name: 'numerics-and-formats-import-nothing',
      severity: 'error',
      from: { path: '^packages/(frames|formats|signal)/src/', pathNot: aTest },
      to: { pathNot: '^packages/$1/' },
    },
    {
      name: 'packages-do-no-io',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: aTest },
      to: nodeBuiltins,
    },
    {
      name: 'a-package-by-its-entry',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/' },
      to: {
        path: '^packages/([^/]+)/src/(?!(index|wasm-file|contract/problem|contract/import-file-endings)\\.ts$)',
        pathNot: '^packages/$2/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|dist|assembly)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
};
