import type { Settings } from '#server/settings/env.ts';
import { chatCompletions } from './chat-completions.ts';
import type { Assistant } from './port.ts';

/** The AI service in the settings. Null without one: built-in templates are used instead. */
export function openAssistant({ ai }: Settings): Assistant | null {
  return ai ? chatCompletions(ai) : null;
}
