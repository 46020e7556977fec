import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as domain from '@yamori/domain';
import { collectApis, describeApis } from './describe-apis.ts';

/** `npm run openapi`: writes docs/openapi.json from the endpoints of `@yamori/domain`. */
const root = resolve(import.meta.dirname, '..', '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const path = join(root, 'docs', 'openapi.json');
writeFileSync(path, `${JSON.stringify(describeApis(collectApis(domain), version), null, 1)}\n`);
process.stdout.write(`openapi: ${path} is written\n`);
