import { ViewPreview } from '../features/home/view-preview.tsx';
import { ViewScreen } from '../features/views/view-screen.tsx';

/** Views, with the board on which they are tried. */
export const ViewListsEntry = () => <ViewScreen Preview={ViewPreview} />;
