import { ViewPreview } from '../../features/board/view-preview.tsx';
import { ViewScreen } from '../../features/organisations/views/view-screen.tsx';

/** Views, with the board on which they are tried. */
export const ViewListsPage = () => <ViewScreen Preview={ViewPreview} />;
