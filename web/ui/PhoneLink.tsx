import { Anchor, type AnchorProps } from '@mantine/core';
import * as format from '#shared/format.ts';

type Props = Pick<AnchorProps, 'size'> & {
  digits: string | null | undefined;
  /** In place of a number that is not known. */
  missing?: string;
};

/** A phone number that can be called with one tap. */
export function PhoneLink({ digits, missing = '-', size = 'sm' }: Props) {
  if (!digits) return missing;
  return (
    <Anchor href={`tel:+1${digits}`} size={size} className="tabular" style={{ whiteSpace: 'nowrap' }}>
      {format.phone(digits)}
    </Anchor>
  );
}
