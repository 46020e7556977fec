import type { ParameterOverrides } from '@yamori/domain';
import { InheritedLoader } from './inherited-loader.tsx';
import { ThresholdsForm, type ThresholdsFormProps } from './thresholds-form.tsx';

type DomainThresholdsProps = {
  readonly domain: {
    readonly documentReferenceId: string;
    readonly parameterOverrides: ParameterOverrides;
  };
  readonly mayEdit: boolean;
  readonly onDirty: ThresholdsFormProps['onDirty'];
};

/** The alarm rules of an organisation, which its rooms and descendants inherit. */
export function DomainThresholds({
  domain: { documentReferenceId, parameterOverrides },
  mayEdit,
  onDirty,
}: DomainThresholdsProps) {
  const subject = { kind: 'domain', id: documentReferenceId } as const;
  return (
    <InheritedLoader subject={subject}>
      {(inherited) => (
        <ThresholdsForm
          subject={subject}
          overrides={parameterOverrides}
          inherited={inherited}
          mayEdit={mayEdit}
          onDirty={onDirty}
        />
      )}
    </InheritedLoader>
  );
}
