import {
  getArguments,
  getName,
  getText,
  nodeAt,
  nodesAt,
  type SyntaxNode,
  type SyntaxTree,
  walkTree,
} from '../syntax-tree.ts';

/**
 * `separate` names a file that must stay separate: a chunk of `import()` or a worker's file.
 */
export type Import = {
  readonly specifier: string;
  readonly names: readonly string[] | 'all';
  readonly kind: 'import' | 're-export' | 'separate';
};
export type Export = {
  readonly name: string;
  readonly line: number;
};

export function readImports(root: SyntaxNode): Import[] {
  const found: Import[] = [];
  const add = (source: SyntaxNode | null, names: Import['names'], kind: Import['kind']): void => {
    const specifier = getText(source);
    if (specifier !== null) found.push({ specifier, names, kind });
  };
  walkTree(root, (node) => {
    if (node.type === 'ImportDeclaration') {
      add(nodeAt(node, 'source'), getImportedNames(node), 'import');
    } else if (node.type === 'ExportNamedDeclaration') {
      add(nodeAt(node, 'source'), getReexportedNames(node), 're-export');
    } else if (node.type === 'ExportAllDeclaration') {
      add(nodeAt(node, 'source'), 'all', 're-export');
    } else if (node.type === 'TsImportType') {
      add(nodeAt(node, 'argument'), 'all', 'import');
    } else if (isSeparateFile(node)) {
      add(getArguments(node)[0] ?? null, 'all', 'separate');
    }
  });
  return found;
}

function isSeparateFile(node: SyntaxNode): boolean {
  const callee = nodeAt(node, 'callee');
  if (node.type === 'CallExpression') return callee?.type === 'Import';
  return node.type === 'NewExpression' && getName(callee) === 'URL';
}

function getImportedNames(node: SyntaxNode): Import['names'] {
  const specifiers = nodesAt(node, 'specifiers');
  if (specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier')) return 'all';
  return specifiers.flatMap((specifier) => {
    if (specifier.type === 'ImportDefaultSpecifier') return ['default'];
    return getName(nodeAt(specifier, 'imported')) ?? getName(nodeAt(specifier, 'local')) ?? [];
  });
}

function getReexportedNames(node: SyntaxNode): Import['names'] {
  const specifiers = nodesAt(node, 'specifiers');
  if (specifiers.some(({ type }) => type === 'ExportNamespaceSpecifier')) return 'all';
  return specifiers.flatMap((specifier) => getName(nodeAt(specifier, 'orig')) ?? []);
}

export function readExports({ root, getLine }: SyntaxTree): Export[] {
  return nodesAt(root, 'body').flatMap((node) => {
    const line = getLine(node);
    return getExportedNames(node).map((name) => ({ name, line }));
  });
}

function getExportedNames(node: SyntaxNode): string[] {
  if (node.type === 'ExportDefaultDeclaration' || node.type === 'ExportDefaultExpression') {
    return ['default'];
  }
  if (node.type === 'ExportNamedDeclaration') {
    return nodesAt(node, 'specifiers').flatMap(
      (specifier) =>
        getName(nodeAt(specifier, 'exported')) ??
        getName(nodeAt(specifier, 'orig')) ??
        getName(nodeAt(specifier, 'name')) ??
        [],
    );
  }
  const declaration = node.type === 'ExportDeclaration' ? nodeAt(node, 'declaration') : null;
  if (declaration === null) return [];
  if (declaration.type === 'VariableDeclaration') {
    return nodesAt(declaration, 'declarations').flatMap((one) => getBoundNames(nodeAt(one, 'id')));
  }
  return [getName(nodeAt(declaration, 'identifier') ?? nodeAt(declaration, 'id'))].filter(
    (name) => name !== null,
  );
}

/** The names that a pattern binds: `a`, `{ a, b: c }`, `[a, b]`. */
function getBoundNames(pattern: SyntaxNode | null): string[] {
  if (pattern === null) return [];
  const name = getName(pattern);
  if (name !== null) return [name];
  return [...nodesAt(pattern, 'properties'), ...nodesAt(pattern, 'elements')].flatMap((part) =>
    part.type === 'AssignmentPatternProperty'
      ? getBoundNames(nodeAt(part, 'key'))
      : getBoundNames(nodeAt(part, 'value')),
  );
}
