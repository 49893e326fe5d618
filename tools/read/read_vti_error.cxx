// What VTK says of its failures.
#include "read_vti.h"

#include <vtkErrorCode.h>
#include <vtkExecutive.h>

int reject(const std::string &path, const std::string &why, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: %s", path.c_str(), why.c_str());
}

// "ERROR: In file, line 1\nvtkXMLImageDataReader (0x1): what it is about\n"
static std::string message_of(const char *said)
{
  std::string text = said ? said : "";
  const size_t object = text.find("): ");
  if (object != std::string::npos)
    text = text.substr(object + 3);
  text = text.substr(0, text.find('\n'));
  return text.substr(0, 160);
}

static std::string first_message;
static bool failed;

static void note_error(vtkObject *, unsigned long, void *, void *said)
{
  if (!failed)
    first_message = message_of(static_cast<const char *>(said));
  failed = true;
}

void watch(image *i)
{
  i->observer->SetCallback(note_error);
  i->reader->AddObserver(vtkCommand::ErrorEvent, i->observer);
  i->reader->GetExecutive()->AddObserver(vtkCommand::ErrorEvent, i->observer);
  failed = false;
  first_message.clear();
}

bool has_failed(vtkXMLImageDataReader *reader)
{
  return failed || reader->GetErrorCode() != vtkErrorCode::NoError;
}

int reject_message(const std::string &path, struct tile_error *e)
{
  return reject(path, "VTK cannot read it: " + (first_message.empty() ? "it is damaged or cut off" : first_message), e);
}
