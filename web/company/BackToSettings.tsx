import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** From a step of the set-up that is done, which has no portal around it. */
export function BackToSettings() {
  return (
    <Anchor component={Link} to="/company/settings" size="sm">
      Back to settings
    </Anchor>
  );
}
