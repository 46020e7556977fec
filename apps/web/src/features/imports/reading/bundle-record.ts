import { refuse } from '@yamori/domain/problem';
import { bundleFiles } from '@yamori/formats';
import { WHOLE_FILE_BYTES } from './check-whole.ts';
import { sourceOfFile } from './file-source.ts';

/**
 * The files of one recording as one file, which goes up, is known again and comes back as any other
 * (decision 037).
 * @throws ProblemError `import-too-large`, `file-unreadable`
 */
export async function bundleRecord(files: readonly File[], name: string): Promise<File> {
  if (files.reduce((sum, { size }) => sum + size, 0) > WHOLE_FILE_BYTES)
    throw refuse('import-too-large', { details: { limit: WHOLE_FILE_BYTES } });
  const read = await Promise.all(
    files.map(async (file) => ({
      name: file.name,
      bytes: await sourceOfFile(file).read(0, file.size),
    })),
  );
  return new File([bundleFiles(read)], name);
}
