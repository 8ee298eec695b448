import { createFileRoute } from '@tanstack/react-router';
import { FlowPage } from '#web/gallery/StatePages.tsx';

export const Route = createFileRoute('/_gallery/saga-example')({ component: FlowPage });
